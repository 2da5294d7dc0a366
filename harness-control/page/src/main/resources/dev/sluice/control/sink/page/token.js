// The token of a page that wants one: a person gives it, and the tab keeps it.
const token = (() => {
  const KEY = "sluice-token";
  const at = (id) => document.getElementById(id);
  const known = () => sessionStorage.getItem(KEY) || "";
  const keep = (given) => sessionStorage.setItem(KEY, given);

  return {
    keep,
    headers: () => (known() ? { Authorization: "Bearer " + known() } : {}),
    // until a person has given one; a page that has one already says that it is wrong
    ask: () => new Promise((given) => {
      at("refused").textContent = known() ? "That is not the token." : "";
      at("askToken").onsubmit = (event) => {
        event.preventDefault();
        keep(at("token").value.trim());
        at("token").value = "";
        at("asking").hidden = true;
        given();
      };
      at("asking").hidden = false;
      at("token").focus();
    }),
  };
})();
