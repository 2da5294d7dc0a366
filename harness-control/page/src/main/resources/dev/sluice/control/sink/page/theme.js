// Light or dark: as the system has it, or as a person chose. Printing is always light.
const theme = (() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const listeners = [];
  let chosen = null;

  const current = () => chosen || (system.matches ? "dark" : "light");

  const apply = (name) => {
    if (document.documentElement.dataset.theme === name) return;
    document.documentElement.dataset.theme = name;
    listeners.forEach((listener) => listener());
  };

  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

  const series = (i) => color("c" + (1 + i % 12));

  const button = () => {
    const made = element("button", { type: "button", "aria-label": "switch between light and dark" });
    const say = () => { made.textContent = current() === "dark" ? "Light" : "Dark"; };
    listeners.push(say);
    say();
    made.addEventListener("click", () => {
      chosen = current() === "dark" ? "light" : "dark";
      apply(chosen);
    });
    return made;
  };

  // what is for other documents is light, as paper is
  const inLight = (make) => {
    const { dataset } = document.documentElement;
    dataset.theme = "light";
    try {
      return make();
    } finally {
      dataset.theme = current();
    }
  };

  apply(current());
  system.addEventListener("change", () => apply(current()));
  const print = (on) => {
    document.documentElement.classList.toggle("paper", on);
    document.documentElement.dataset.theme = on ? "light" : current();
    listeners.forEach((listener) => listener()); // charts take the width of the paper
  };
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));

  return { color, series, button, inLight, onChange: (listener) => listeners.push(listener) };
})();
