// Clicks through a report, for browser.rs.
addEventListener("load", async () => {
  const said = [];
  const is_shown = element => element.getClientRects().length > 0;
  for (const link of document.querySelectorAll("a[href]")) {
    if (location.hash === link.getAttribute("href")) history.replaceState(null, "", "#");
    const arrived = new Promise(done => addEventListener("hashchange", done, { once: true }));
    link.click();
    await arrived;
    const target = document.querySelector(":target");
    if (!target || "#" + target.id !== link.getAttribute("href")) said.push("lost " + link.href);
    else if (!is_shown(target)) said.push("hidden " + link.href);
  }
  const folds = document.querySelectorAll("details");
  for (const fold of folds) {
    const inside = fold.lastElementChild;
    const summary = fold.querySelector("summary");
    summary.click();
    if (fold.open || inside.checkVisibility()) said.push("not folded " + summary.textContent);
    summary.click();
    if (!fold.open || !inside.checkVisibility()) said.push("not unfolded " + summary.textContent);
  }
  const loaded = performance.getEntriesByType("resource").map(entry => entry.name);
  const links = document.querySelectorAll("a[href]").length;
  const width = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  document.body.setAttribute("data-clicked",
    JSON.stringify({ links, folds: folds.length, said, loaded, overflow: width > 0 }));
});
