// What all pages of the catalogue need: questions to the server.
const site = (() => {
  const page = document.getElementById("page");
  const failed = document.getElementById("failed");

  const ask = async (path) => {
    const answer = await fetch(path, { headers: token.headers() });
    if (answer.ok) return answer.json();
    const problem = await answer.json().catch(() => ({ detail: "the server answered " + answer.status }));
    const error = new Error(problem.detail);
    error.status = answer.status;
    throw error;
  };

  const fail = async (error) => {
    page.hidden = true;
    if (error.status === 401) {
      await token.ask();
      location.reload();
      return;
    }
    failed.querySelector("p").textContent = error.message;
    failed.hidden = false;
  };

  return { ask, fail };
})();
