// Browser translators replace text nodes with <font> elements, and extensions move nodes. React keeps the original
// nodes. When it removes one, or inserts another before it, the DOM throws and the page disappears
// (facebook/react#11538). Here, removing a missing node does nothing, and inserting before a missing node appends.
const { removeChild, insertBefore } = Node.prototype;

Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
  if (child.parentNode === this) removeChild.call(this, child);
  return child;
};

Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
  insertBefore.call(this, node, before?.parentNode === this ? before : null);
  return node;
};
