/** Content of an element; undefined is omitted. */
export type Content = VirtualNode | string | undefined;

/** The wanted state of an element. Text only goes into text nodes and attributes, so it never becomes markup. */
export interface VirtualNode {
  readonly tag: string;
  /** Identifies the element among its siblings; undefined: its position does. */
  readonly key: string | undefined;
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly content: readonly Content[];
}

/** Attributes of an element; `key` identifies it among its siblings. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** Makes a virtual element. */
export function element(tag: string, { key, ...attributes }: Attributes, ...content: Content[]): VirtualNode {
  return { tag, key, attributes, content };
}

const sources = new WeakMap<Node, VirtualNode>();

/**
 * Updates the children of an element and does not touch unchanged ones, so that focus, open details, selections and the
 * position of a screen reader are kept.
 */
export function patchChildren(parent: Element, content: readonly Content[]): void {
  const wanted = content.filter((item) => item !== undefined && item !== "") as (VirtualNode | string)[];
  const old = [...parent.childNodes];
  const nodes = wanted.map((item) => {
    const index = old.findIndex((node) => matches(node, item));
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

function matches(node: ChildNode, item: VirtualNode | string): boolean {
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
    // Attributes never set here, such as `open`, belong to the user.
    if (value !== undefined && item.attributes[name] === undefined) node.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(item.attributes)) {
    if (value !== undefined && value !== before[name]) node.setAttribute(name, value);
  }
  sources.set(node, item);
  patchChildren(node, item.content);
}
