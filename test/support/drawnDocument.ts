// As much of a document as React needs to draw a page and keep its state. Nothing here has a size or a look.

const HTML = "http://www.w3.org/1999/xhtml";
const nothing = (): void => undefined;

class DrawnNode {
  parentNode: DrawnElement | null = null;
  readonly nodeType: number;
  readonly nodeName: string;
  readonly ownerDocument: DrawnDocument | null;
  constructor(nodeType: number, nodeName: string, ownerDocument: DrawnDocument | null) {
    this.nodeType = nodeType;
    this.nodeName = nodeName;
    this.ownerDocument = ownerDocument;
  }

  get nextSibling(): DrawnNode | null {
    const beside = this.parentNode?.childNodes ?? [];
    return beside[beside.indexOf(this) + 1] ?? null;
  }
  get textContent(): string {
    return "";
  }
  addEventListener = nothing;
  removeEventListener = nothing;
}

class DrawnText extends DrawnNode {
  /** React writes it. */
  nodeValue: string;
  constructor(text: string, ownerDocument: DrawnDocument | null) {
    super(3, "#text", ownerDocument);
    this.nodeValue = text;
  }
  override get textContent(): string {
    return this.nodeValue;
  }
}

export class DrawnElement extends DrawnNode {
  readonly childNodes: DrawnNode[] = [];
  readonly namespaceURI: string;
  readonly style = { setProperty: nothing };
  private readonly attributes = new Map<string, string>();

  constructor(name: string, ownerDocument: DrawnDocument, namespace = HTML) {
    super(1, namespace === HTML ? name.toUpperCase() : name, ownerDocument);
    this.namespaceURI = namespace;
  }

  get tagName(): string {
    return this.nodeName;
  }
  get firstChild(): DrawnNode | null {
    return this.childNodes[0] ?? null;
  }
  get lastChild(): DrawnNode | null {
    return this.childNodes.at(-1) ?? null;
  }
  override get textContent(): string {
    return this.childNodes.map(({ textContent }) => textContent).join("");
  }
  override set textContent(text: string) {
    this.childNodes.splice(0);
    if (text !== "") this.appendChild(new DrawnText(text, this.ownerDocument));
  }
  /** Of a choice. */
  get options(): DrawnElement[] {
    return this.descendants().filter(({ nodeName }) => nodeName === "OPTION");
  }

  appendChild(child: DrawnNode): DrawnNode {
    return this.insertBefore(child, null);
  }
  insertBefore(child: DrawnNode, before: DrawnNode | null): DrawnNode {
    child.parentNode?.removeChild(child);
    const at = before === null ? -1 : this.childNodes.indexOf(before);
    this.childNodes.splice(at < 0 ? this.childNodes.length : at, 0, child);
    child.parentNode = this;
    return child;
  }
  removeChild(child: DrawnNode): DrawnNode {
    this.childNodes.splice(this.childNodes.indexOf(child), 1);
    child.parentNode = null;
    return child;
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }
  hasAttribute(name: string): boolean {
    return this.attributes.has(name);
  }
  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }
  toggleAttribute = nothing;
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  descendants(): DrawnElement[] {
    return this.childNodes.flatMap((child) =>
      child instanceof DrawnElement ? [child, ...child.descendants()] : [],
    );
  }
  /** What the page gave React for this element, which React keeps with it: a handler, or the value of a field. */
  given(name: string): unknown {
    const key = Object.keys(this).find((each) => each.startsWith("__reactProps$"));
    const all: unknown = key && Reflect.get(this, key);
    return Object(all)[name];
  }

  focus = nothing;
  blur = nothing;
  showModal = nothing;
  close = nothing;
  querySelector = (): null => null;
}

class DrawnFrame extends DrawnElement {}

export class DrawnDocument extends DrawnNode {
  readonly documentElement: DrawnElement;
  readonly body: DrawnElement;
  readonly activeElement = null;
  readonly hidden = false;
  title = "";
  readonly defaultView: object = {
    document: this,
    HTMLIFrameElement: DrawnFrame,
    location: new URL("http://localhost/"),
    addEventListener: nothing,
    removeEventListener: nothing,
  };

  constructor() {
    super(9, "#document", null);
    this.documentElement = this.createElement("html");
    this.body = this.createElement("body");
  }

  createElement(name: string): DrawnElement {
    return new DrawnElement(name, this);
  }
  createElementNS(namespace: string, name: string): DrawnElement {
    return new DrawnElement(name, this, namespace);
  }
  createTextNode(text: string): DrawnText {
    return new DrawnText(text, this);
  }
  querySelector = (): null => null;
}
