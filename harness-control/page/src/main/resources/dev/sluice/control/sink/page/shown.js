// A report or a comparison: gets what it shows, then the script that shows it.
(async () => {
  try {
    const data = await site.ask("/api/v1" + location.pathname + location.search);
    const holder = document.createElement("script");
    holder.type = "application/json";
    holder.id = "data";
    holder.textContent = JSON.stringify(data);
    const script = document.createElement("script");
    script.src = "/view" + location.pathname + ".js";
    document.body.append(holder, script);
  } catch (error) {
    site.fail(error);
  }
})();
