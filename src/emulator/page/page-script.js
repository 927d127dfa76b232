"use strict";
(() => {
  const root = document.documentElement;
  const status = document.getElementById("status");
  const main = document.querySelector("main");
  const now = document.getElementById("now");
  const search = document.querySelector("[name=search]");
  const readAddress = (name) => new URL(location.href).searchParams.get(name) || "";
  let timer, request, mustOpen;
  let mustFocus = readAddress("pr") !== "";

  const keyOf = ({ dataset }) => dataset && dataset.key;
  // Unchanged elements stay, with focus, selection, open details and the position of a screen reader.
  const take = (old, wanted) => {
    for (const { name } of [...old.attributes]) {
      // Whether details are open is the reader's choice.
      if (name !== "open" && !wanted.hasAttribute(name)) old.removeAttribute(name);
    }
    for (const { name, value } of wanted.attributes) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    const rest = [...old.childNodes];
    const nodes = [...wanted.childNodes].map((node) => {
      const index = rest.findIndex((one) => one.nodeName === node.nodeName && keyOf(one) === keyOf(node));
      if (index < 0) return document.importNode(node, true);
      const [kept] = rest.splice(index, 1);
      if (kept.nodeType === 1) take(kept, node);
      else if (kept.data !== node.data) kept.data = node.data;
      return kept;
    });
    for (const node of rest) node.remove();
    nodes.forEach((node, index) => {
      if (old.childNodes[index] !== node) old.insertBefore(node, old.childNodes[index] || null);
    });
  };

  // Changed only if it differs, because screen readers announce each change.
  const tell = (connection, text) => {
    root.dataset.connection = connection;
    if (status.textContent !== text) status.textContent = text;
  };
  const fail = (problem) => {
    const since = " Last update: " + now.textContent + ".";
    tell("gone", "The service " + problem + "." + since + " This page reconnects automatically.");
    document.title = "Not connected · Merge queues";
  };
  const show = (page) => {
    // Another program may use the port now.
    const version = page && page.documentElement.dataset.version;
    if (!version) return fail("is no longer a local merge queue service");
    if (version !== root.dataset.version) return location.reload();
    tell("live", "Live");
    document.title = page.title;
    now.textContent = page.getElementById("now").textContent;
    const focused = document.activeElement;
    take(main, page.querySelector("main"));
    if (document.activeElement !== focused && focused.isConnected) focused.focus({ preventScroll: true });
    // The reader's own choice counts, until the address says something else.
    for (const option of main.querySelectorAll("option[selected]")) option.selected = true;
    const address = new URL(location.href);
    if (main.dataset.shown && !readAddress("queue")) {
      // Keep showing this queue, even if another one gets into worse trouble.
      address.searchParams.set("queue", main.dataset.shown);
      history.replaceState(null, "", address);
    }
    const first = mustOpen && main.querySelector(".found a");
    const target = main.querySelector("tr[aria-current]") || main.querySelector(".queue");
    if (mustFocus && target) {
      target.focus({ preventScroll: true });
      target.scrollIntoView({ block: target.nodeName === "TR" ? "center" : "start" });
    }
    mustFocus = mustOpen = false;
    if (first) first.click();
  };
  const poll = () => {
    clearTimeout(timer);
    if (request) request.abort();
    const own = (request = new XMLHttpRequest());
    own.open("GET", location.pathname + location.search);
    // The browser parses it without running anything; markup from text is forbidden here.
    own.responseType = "document";
    own.timeout = 5000;
    own.onload = () =>
      own.status === 200 ? show(own.responseXML) : fail("responds with status " + own.status);
    own.onerror = own.ontimeout = () => fail("does not respond");
    own.onloadend = () => {
      if (own === request) timer = setTimeout(poll, document.visibilityState === "hidden" ? 10000 : 1000);
    };
    own.send();
  };
  const arrive = () => {
    search.value = readAddress("search");
    poll();
  };
  const go = (query, focuses) => {
    history.pushState(null, "", location.pathname + query);
    mustFocus = focuses;
    arrive();
  };
  const copy = (button) => {
    const code = button.previousElementSibling;
    // If the browser refuses to copy, the reader copies the selection.
    document.getSelection().selectAllChildren(code);
    const report = () => {
      button.textContent = "Copied";
      clearTimeout(timer);
      timer = setTimeout(poll, 2000);
    };
    document.defaultView.navigator.clipboard.writeText(code.textContent).then(report, () => {});
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") poll();
  });
  addEventListener("popstate", arrive);
  search.addEventListener("input", () => {
    const address = new URL(location.href);
    address.searchParams.set("search", search.value);
    history.replaceState(null, "", address);
    root.scrollTop = 0;
    poll();
  });
  search.addEventListener("keydown", ({ key }) => {
    mustOpen = key === "Enter";
    if (mustOpen) poll();
  });
  main.addEventListener("change", ({ target: { value } }) => go(value, false));
  main.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) return copy(button);
    const link = event.target.closest("a[href^='?']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(link.search, true);
  });
  poll();
})();
