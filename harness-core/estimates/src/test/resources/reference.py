"""Makes reference.csv: what SciPy says of a few samples. Needs numpy and scipy.

    python3 reference.py > reference.csv
"""

import numpy as np
import scipy
from scipy import optimize, stats

print(f"# SciPy {scipy.__version__}, NumPy {np.__version__}: name, arguments, results")

random = np.random.default_rng(28)


def row(name, *parts):
    print(";".join([name] + [" ".join(repr(float(x)) for x in np.atleast_1d(part)) for part in parts]))


for n, m, shift in [(3, 3, 0.0), (5, 9, 0.5), (10, 10, 1.0), (30, 7, -2.0)]:
    a = random.normal(10, 1, n)
    b = random.normal(10 + shift, 2, m)
    test = stats.ttest_ind(b, a, equal_var=False)
    interval = test.confidence_interval(0.95)
    row("welch", a, b, [b.mean() - a.mean(), test.df, test.pvalue, interval.low, interval.high])

for n in [2, 4, 12]:
    a = random.lognormal(2, 0.3, n)
    b = a * random.lognormal(0.05, 0.1, n)
    test = stats.ttest_rel(b, a)
    interval = test.confidence_interval(0.99)
    row("paired", a, b, [(b - a).mean(), test.df, test.pvalue, interval.low, interval.high])

def autocorrelation(x):
    """From one value to the next: without bias, with one standard error more, from 0 to 0.9."""
    x = x - x.mean()
    if not x.any():
        return 0.0
    r = np.correlate(x, x, "full")[len(x)] / (x @ x)
    r += (1 + 3 * r) / len(x)
    return min(0.9, max(0.0, r + np.sqrt(max(0.0, 1 - r * r) / len(x))))


def density(ordinates, x, r, lowest=None):
    """The prewhitened average of the lowest ordinates, its degrees of freedom, and how many there are."""
    n = len(x)
    m = max(2, round(0.2 * n ** (2 / 3)))
    lowest = np.arange(1, m + 1) if lowest is None else np.array(lowest)
    angles = 2 * np.pi * lowest / n

    def average(r):
        lacks = abs(1 - r * np.exp(1j * angles)) ** 2 / (1 - r) ** 2
        return (ordinates[lowest] * lacks).mean()

    step = 1e-6
    slope = (np.log(average(r + step)) - np.log(average(r - step))) / (2 * step)
    tails = max(0, stats.kurtosis(x)) / n
    return average(r), 2 / (1 / m + slope**2 * (1 - r * r) / n + tails), m


def mean_error(x, r=None):
    r = autocorrelation(x) if r is None else r
    s, freedom, _ = density(abs(np.fft.fft(x - x.mean())) ** 2 / len(x), x, r)
    return np.sqrt(s / len(x)), freedom


def autoregressive(n, rho):
    y = np.zeros(n)
    for i in range(n):
        y[i] = (rho * y[i - 1] if i else 0) + random.normal(0, 1)
    return 5 + y


def skewness(x, error):
    """Of the mean of values of which so many independent ones would have that error."""
    return stats.skew(x, bias=False) * error / x.std(ddof=1)


def bent(t, skewness):
    """What Willink gives for a quantile of Student's t."""
    a = skewness / 6
    return (np.cbrt(1 + 6 * a * (t - a)) - 1) / (2 * a)


def ends(mean, error, freedom, skewness):
    t = stats.t.ppf([0.975, 0.025], freedom)
    return mean - error * (bent(t, skewness) if abs(skewness) >= 0.001 else t)


# mean, standard error, degrees of freedom, skewness of the mean; ends
for n, rho in [(10, 0.0), (40, 0.5), (60, -0.4), (150, 0.8), (40, 0.98)]:
    y = autoregressive(n, rho).round(3)
    error, freedom = mean_error(y)
    row("series", y, [y.mean(), error, freedom, skewness(y, error)])
    row("bent", y, ends(y.mean(), error, freedom, skewness(y, error)))
y = np.exp(autoregressive(40, 0.5)).round(3)
error, freedom = mean_error(y)
row("bent", y, ends(y.mean(), error, freedom, skewness(y, error)))

# a line by least squares; the error by a discrete cosine transform of what it leaves
for n, rho in [(20, 0.0), (40, 0.5), (100, 0.5), (60, -0.4)]:
    y = (autoregressive(n, rho) + 0.02 * np.arange(n)).round(3)
    line = stats.linregress(np.arange(n), y)
    left = y - line.intercept - line.slope * np.arange(n)
    mirrored = np.concatenate([left, left[::-1]])
    s, freedom, m = density(scipy.fft.dct(left, norm="ortho") ** 2, mirrored, autocorrelation(mirrored))
    freedom *= (m - 1) / m / 2
    error = np.sqrt(s * m / (m - 1) / ((np.arange(n) - (n - 1) / 2) ** 2).sum()) * n
    change = line.slope * n
    row("line", y, [change, error, freedom, 2 * stats.t.sf(abs(change) / error, freedom)])


def excess(x, value):
    return (x <= value).sum(axis=1) - (x <= value).mean() * x.shape[1]


def swing(x, turns):
    """What least squares leave of a series beside a level and a line of its spectrum."""
    angle = 2 * np.pi * turns * np.arange(len(x)) / len(x)
    lines = np.column_stack([np.ones(len(x)), np.cos(angle), np.sin(angle)])
    fit = np.linalg.lstsq(lines, x, rcond=None)[0]
    return x - lines[:, 1:] @ fit[1:]


def innovations(x):
    x = x - x.mean()
    return (x @ x) * (1 - (x[1:] @ x[:-1] / (x @ x)) ** 2)


def best(x):
    """The number of turns that leaves the least squares, and the probability of that in noise."""
    grid = np.arange(2, len(x) / 8 + 0.01, 0.05)
    left = lambda turns: swing(x, turns).var()
    near = min(grid, key=left)
    turns = optimize.minimize_scalar(left, bounds=(near - 0.05, near + 0.05), options={"xatol": 1e-9}).x
    m = len(x) / 2
    return turns, m * (innovations(swing(x, turns)) / innovations(x)) ** (m - 1)


# a swing: turns; its best turns; with the given ones what is left at the ends, mean, standard error,
# degrees of freedom, skewness of the mean
for n, turns, rho in [(40, 2.3, 0.0), (90, 3.0, 0.5), (150, 7.5, 0.3)]:
    y = (autoregressive(n, rho) + 3 * np.sin(1 + 2 * np.pi * turns * np.arange(n) / n)).round(3)
    rest = swing(y, turns)
    m = max(2, round(0.2 * n ** (2 / 3)))
    kept = [j for j in range(1, n // 2) if abs(j - turns) >= 1][:m]
    s, freedom, _ = density(abs(np.fft.fft(rest - rest.mean())) ** 2 / n, rest, autocorrelation(rest), kept)
    error = np.sqrt(s / n)
    row("swing", y, [turns], [best(y)[0], rest[0], rest[-1], rest.mean(), error, freedom, skewness(rest, error)])

# swings that are just found, and the same that are just not
for n, turns, rho in [(40, 4.0, 0.0), (100, 6.3, 0.6)]:
    noise, line = autoregressive(n, rho), np.sin(2 + 2 * np.pi * turns * np.arange(n) / n)
    edge = optimize.brentq(lambda a: np.log(best(noise + a * line)[1] / 0.001), 0.5, 5)
    row("found", noise + 1.003 * edge * line, [1])
    row("found", noise + 0.997 * edge * line, [0])


def found(x):
    turns, probability = best(x)
    return turns if probability < 0.001 else 0


def percentile(share, x):
    """Value and ends of the interval."""
    sort = np.sort(x.ravel())
    at = lambda share: sort[np.clip(np.ceil(np.array(share) * x.size).astype(int), 1, x.size) - 1]
    middle, e = excess(x, at(0.5)), excess(x, at(share))
    turns = found(middle) or found(e)
    n, rest = len(e), swing(e, turns) if turns else e
    m = max(2, round(0.2 * n ** (2 / 3)))
    kept = [j for j in range(1, n // 2) if not turns or abs(j - turns) >= 1][:m]
    r = max(autocorrelation(rest), autocorrelation(swing(middle, found(middle)) if found(middle) else middle))
    s, freedom, _ = density(abs(np.fft.fft(rest - rest.mean())) ** 2 / n, rest, r, kept)
    error = np.sqrt(s / n)
    below = (x <= at(share)).mean()
    least = np.sqrt(below * (1 - below) / (4 * x.size)) * x.shape[1]
    up_to = ends(rest.mean(), max(least, error), freedom, skewness(rest, error) / 4)
    return [at(share), *at(share - up_to[::-1] / x.shape[1])]


# seconds of 50 values each
for share in [0.1, 0.5, 0.9, 0.99]:
    x = np.exp(0.2 * autoregressive(40, 0.5)[:, None] - 1 + random.normal(0, 0.4, (40, 50))).round(4)
    row("seconds", [share], x.ravel(), percentile(share, x))

# seconds with a swing of all values, and of the greatest alone
for share in [0.2, 0.9]:
    level = 0.5 * np.sin(1 + 2 * np.pi * 3.4 * np.arange(40) / 40)[:, None]
    x = np.exp(level + random.normal(0, 0.4, (40, 50))).round(6)
    row("seconds", [share], x.ravel(), percentile(share, x))
rare = 0.05 * (1 + np.sin(2 + 2 * np.pi * 4.4 * np.arange(60) / 60))[:, None]
x = (np.exp(random.normal(0, 0.4, (60, 50))) * np.where(random.random((60, 50)) < rare, 9, 1)).round(6)
row("seconds", [0.95], x.ravel(), percentile(0.95, x))


def warm_up(x):
    """MSER-5, and the probability that the begin differs that much from the rest by chance."""
    batches = x[: len(x) // 5 * 5].reshape(-1, 5).mean(axis=1)
    cut = 5 * min(range(len(batches) // 2 + 1), key=lambda d: batches[d:].var() / len(batches[d:]))
    begin, rest = x[:cut], x[cut:]
    error, freedom = mean_error(rest)
    far = abs(begin.mean() - rest.mean()) / (error * np.hypot(1, np.sqrt(len(rest) / cut)))
    return cut, 2 * stats.t.sf(far, freedom)


# a warm-up that is just found, and the same that is just not
noise, step = autoregressive(100, 0.2), np.arange(100) < 15
edge = optimize.brentq(lambda a: np.log(warm_up(noise + a * step)[1] / 0.001), 1, 9)
for factor in [1.003, 0.997]:
    x = (noise + factor * edge * step).round(6)
    row("warm", x, [warm_up(x)[0] if factor > 1 else 0])
