"use strict";
(() => {
  const root = document.documentElement;
  const status = document.getElementById("status");
  const main = document.querySelector("main");
  let timer, request, updated, mustFocus;

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
    const since = updated ? " Last update: " + updated.toLocaleTimeString() + "." : "";
    tell("gone", "The service " + problem + "." + since + " This page reconnects automatically.");
    document.title = "Not connected · Merge queues";
  };
  const show = (page) => {
    // Another program may use the port now.
    const version = page && page.documentElement.dataset.version;
    if (!version) return fail("is no longer a local merge queue service");
    if (version !== root.dataset.version) return location.reload();
    updated = new Date();
    tell("live", "Live");
    document.title = page.title;
    document.getElementById("now").textContent = page.getElementById("now").textContent;
    const focused = document.activeElement;
    take(main, page.querySelector("main"));
    if (document.activeElement !== focused && focused.isConnected) focused.focus({ preventScroll: true });
    const address = new URL(location.href);
    if (main.dataset.shown && !address.searchParams.get("queue")) {
      // Keep showing this queue, even if another one gets into worse trouble.
      address.searchParams.set("queue", main.dataset.shown);
      history.replaceState(null, "", address);
    }
    if (mustFocus) {
      const queue = document.querySelector(".queue");
      queue.focus({ preventScroll: true });
      queue.scrollIntoView();
    }
    mustFocus = false;
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
  const go = (change, focuses) => {
    const address = new URL(location.href);
    change(address);
    history[focuses ? "pushState" : "replaceState"](null, "", address);
    mustFocus = focuses;
    poll();
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") poll();
  });
  addEventListener("popstate", poll);
  main.addEventListener("input", ({ target: { name, value } }) => {
    go((address) => address.searchParams.set(name, value), false);
  });
  main.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='?']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go((address) => {
      address.search = link.search;
    }, true);
  });
  poll();
})();
