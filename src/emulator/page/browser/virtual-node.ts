/** What an element holds: text, elements, and nothing where something is left out. */
export type Content = VirtualNode | string | undefined;

/**
 * An element as it shall be. Text goes into text nodes and attributes through the document's own methods, so that
 * no text from outside can become markup.
 */
export interface VirtualNode {
  readonly tag: string;
  /** What the element is recognised by among its siblings; undefined: its place. */
  readonly key: string | undefined;
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly content: readonly Content[];
}

/** Attributes of an element; `key` is what it is recognised by among its siblings. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** Describes an element. */
export function element(tag: string, { key, ...attributes }: Attributes, ...content: Content[]): VirtualNode {
  return { tag, key, attributes, content };
}

/** What elements were made from, to tell what changes. */
const sources = new WeakMap<Node, VirtualNode>();

/**
 * Makes the children of an element what they shall be and touches nothing that is so already: the focus, opened
 * details, selected text and a screen reader's place survive.
 */
export function patchChildren(parent: Element, content: readonly Content[]): void {
  const wanted = content.filter((item) => item !== undefined && item !== "") as (VirtualNode | string)[];
  const old = [...parent.childNodes];
  const nodes = wanted.map((item) => {
    const index = old.findIndex((node) => isFit(node, item));
    return index < 0 ? create(item) : (old.splice(index, 1)[0] ?? create(item));
  });
  for (const node of old) node.remove();
  nodes.forEach((node, index) => {
    const place = parent.childNodes[index];
    if (place !== node) parent.insertBefore(node, place ?? null);
    const item = wanted[index];
    if (item !== undefined) update(node, item);
  });
}

function isFit(node: ChildNode, item: VirtualNode | string): boolean {
  if (typeof item === "string") return node instanceof Text;
  const source = sources.get(node);
  return source?.tag === item.tag && source.key === item.key;
}

function create(item: VirtualNode | string): ChildNode {
  if (typeof item === "string") return document.createTextNode(item);
  const made = document.createElement(item.tag);
  sources.set(made, { ...item, attributes: {}, content: [] });
  return made;
}

function update(node: ChildNode, item: VirtualNode | string): void {
  if (typeof item === "string") {
    if (node.nodeValue !== item) node.nodeValue = item;
    return;
  }
  if (!(node instanceof Element)) return;
  const before = sources.get(node)?.attributes ?? {};
  for (const [name, value] of Object.entries(before)) {
    // What was never set here is the reader's: details that were opened stay open.
    if (value !== undefined && item.attributes[name] === undefined) node.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(item.attributes)) {
    if (value !== undefined && value !== before[name]) node.setAttribute(name, value);
  }
  sources.set(node, item);
  patchChildren(node, item.content);
}
