// What all pages of the catalogue need: questions to the server, with a token if it wants one.
const site = (() => {
  const TOKEN = "sluice.token";
  const page = document.getElementById("page");

  // the answer, or null after it has been shown that there is none
  const ask = async (path) => {
    const token = sessionStorage.getItem(TOKEN);
    const answer = await fetch(path, { headers: token ? { Authorization: "Bearer " + token } : {} });
    if (answer.ok) return answer.json();
    const problem = await answer.json().catch(() => ({ detail: "the server answered " + answer.status }));
    const error = new Error(problem.detail);
    error.status = answer.status;
    throw error;
  };

  const make = (name, attributes, ...children) => {
    const made = document.createElement(name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    made.append(...children);
    return made;
  };

  // asks a person for the token, and begins again with it
  const askForToken = (why) => {
    const input = make("input", { type: "password", id: "token", autocomplete: "off" });
    const form = make("form", { class: "card" }, make("h1", {}, "These runs need a token"), make("p", { class: "soft", role: "alert" }, why),
      make("p", { class: "tools" }, make("label", { for: "token" }, "Token"), input, make("button", { type: "submit" }, "Show")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      sessionStorage.setItem(TOKEN, input.value);
      location.reload();
    });
    page.replaceChildren(form);
    input.focus();
  };

  const fail = (error) => {
    if (error.status === 401) {
      askForToken(sessionStorage.getItem(TOKEN) ? "That was not the token. Whoever started sluice serve has it." : "Whoever started sluice serve has it.");
    }
    else page.replaceChildren(make("div", { class: "verdict bad", role: "alert" }, make("strong", {}, "This cannot be shown"), make("p", {}, error.message)));
  };

  return { ask, fail };
})();
