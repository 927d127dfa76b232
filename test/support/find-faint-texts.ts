/**
 * An expression for a browser: lists the texts of a page whose colour differs too little from the ground
 * beneath them (WCAG 2.2, 1.4.3).
 */
export const FIND_FAINT_TEXTS = `(() => {
  const read = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b]
    .map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const findGround = (element) => {
    const ground = read(getComputedStyle(element).backgroundColor);
    return ground[3] === 0 && element.parentElement ? findGround(element.parentElement) : ground;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faint = new Set();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === "" || ["SCRIPT", "NOSCRIPT"].includes(element.tagName)) continue;
    const pair = [light(read(getComputedStyle(element).color)), light(findGround(element))].sort((a, b) => b - a);
    if ((pair[0] + 0.05) / (pair[1] + 0.05) < 4.5) faint.add(element.className + ": " + node.data);
  }
  return [...faint];
})()`;
