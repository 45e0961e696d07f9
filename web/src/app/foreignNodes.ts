// A browser's translator puts <font> elements in the place of text nodes, and extensions move what they like. React
// still holds the nodes that it made. When it removes one, or puts another before it, the DOM throws and the page is
// gone (facebook/react#11538). Here the removal of a node that is gone already does nothing, and what should stand
// before such a node comes last.
const { removeChild, insertBefore } = Node.prototype;

Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
  if (child.parentNode === this) removeChild.call(this, child);
  return child;
};

Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
  insertBefore.call(this, node, before?.parentNode === this ? before : null);
  return node;
};
