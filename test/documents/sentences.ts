import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const root = path.resolve(import.meta.dirname, "../..");

/** Where a customer, an affiliate or an operator reads something. */
const SOURCES = ["web/src/**/*.{ts,tsx}", "functions/**/*.ts", "shared/**/*.ts"];
/** Words that a promise hardly does without. */
const WORDS =
  /\b(we|we'll|will|won't|you get|you'll|days?|within|until|retr(y|ies)|next( \w+)? run|guarantee\w*|e-?mail\w*|mail\w*|refund\w*|never|any time|for good|at once|every update|stays? (yours|as it is|the same))\b/i;
/** A page for operators speaks of mail and refunds without promising any. */
const WORDS_OF_PAGES = /\b(we|will|you get|days?|within)\b/i;
/** DynamoDB's language. */
const EXPRESSION = /^SET |attribute_| :\w/;

/** Part of a line of text; every other element begins a separate text. */
const INLINE = new Set(["a", "Link", "strong", "em", "b", "code", "span", "abbr", "time", "Nowrap"]);

/** Sentences with such words, each with the first file that says it. What is put in later reads "…". */
export function sentencesOfCode(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of globSync(SOURCES, { cwd: root }).sort())
    for (const text of textsIn(file)) collect(text, file, WORDS, found);
  return found;
}

/** The same of a page in Markdown, without its code. */
export function sentencesOfPage(file: string): Map<string, string> {
  const found = new Map<string, string>();
  const text = readFileSync(path.join(root, file), "utf8").replace(/```[\s\S]*?```|^ {4}.*$/gm, "");
  for (const paragraph of text.split(/\n\s*\n|\n(?=[-*|#]|\d+\. )/))
    collect(paragraph.replace(/\*\*|^[-*#\d.|\s]+/g, ""), file, WORDS_OF_PAGES, found);
  return found;
}

function collect(text: string, file: string, words: RegExp, found: Map<string, string>): void {
  for (const sentence of sentencesIn(text, words)) if (!found.has(sentence)) found.set(sentence, file);
}

function sentencesIn(text: string, words: RegExp): string[] {
  return text
    .replace(/\s+/g, " ")
    .replace(/\|/g, "/")
    .split(/(?<=[.!?:;])\s+(?=[A-Z“…])/)
    .map((sentence) => sentence.replace(/^(… ?)+|(… ?)+$/g, "").trim())
    .filter(
      (sentence) => words.test(sentence) && /[a-z]+,? [a-z]+ /i.test(sentence) && !EXPRESSION.test(sentence),
    );
}

function textsIn(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(path.join(root, file), "utf8"),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    else if (ts.isTemplateExpression(node)) texts.push(templateText(node));
    else if (ts.isJsxElement(node) && !isInline(node)) texts.push(...blocksIn(node.children));
    else if (ts.isJsxFragment(node)) texts.push(...blocksIn(node.children));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

const templateText = ({ head, templateSpans }: ts.TemplateExpression): string =>
  head.text + templateSpans.map(({ literal }) => `…${literal.text}`).join("");

const isInline = ({ openingElement }: ts.JsxElement): boolean => INLINE.has(openingElement.tagName.getText());

/** The lines of text between elements that are no part of a line. */
function blocksIn(children: readonly ts.JsxChild[]): string[] {
  return children.map(partOf).join("").split("\n\n");
}

function partOf(child: ts.JsxChild): string {
  if (ts.isJsxText(child)) return child.text.replace(/\s+/g, " ");
  if (ts.isJsxExpression(child)) {
    const { expression } = child;
    if (!expression) return "";
    if (ts.isStringLiteralLike(expression)) return expression.text;
    return ts.isTemplateExpression(expression) ? templateText(expression) : "…";
  }
  return ts.isJsxElement(child) && isInline(child) ? child.children.map(partOf).join("") : "\n\n";
}
