/** Lines of a small PDF with one font in two weights, A4 pages and WinAnsi. An invoice needs no more. */
export type PdfLine =
  | { kind: "text"; text: string; size?: number; bold?: boolean; right?: string; rightBold?: boolean }
  | { kind: "rule" }
  | { kind: "space"; height: number };

const PAGE = { width: 595, height: 842, margin: 56 };
/** Helvetica's character widths, beginning with the space, in thousandths of the size. */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

export function writePdf(title: string, lines: readonly PdfLine[]): Uint8Array<ArrayBuffer> {
  const pages = layOut(lines);
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  add("<< /Type /Catalog /Pages 2 0 R >>");
  add(
    `<< /Type /Pages /Kids [${pages.map((_, place) => `${6 + place * 2} 0 R`).join(" ")}] /Count ${pages.length} >>`,
  );
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>");
  add(`<< /Title (${inPdf(title)}) /Producer (Stripe sandbox) >>`);
  for (const [place, content] of pages.entries()) {
    const box = `[0 0 ${PAGE.width} ${PAGE.height}]`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${7 + place * 2} 0 R >>`,
    );
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  return bytes(assemble(objects));
}

function layOut(lines: readonly PdfLine[]): string[] {
  const pages: string[] = [];
  let content: string[] = [];
  let y = PAGE.height - PAGE.margin;
  for (const line of lines) {
    const height = line.kind === "space" ? line.height : line.kind === "rule" ? 12 : (line.size ?? 11) * 1.5;
    if (y - height < PAGE.margin) {
      pages.push(content.join("\n"));
      content = [];
      y = PAGE.height - PAGE.margin;
    }
    y -= height;
    if (line.kind === "rule")
      content.push(`0.6 w ${PAGE.margin} ${y + 6} m ${PAGE.width - PAGE.margin} ${y + 6} l S`);
    if (line.kind === "text") content.push(...textAt(line, y));
  }
  pages.push(content.join("\n"));
  return pages;
}

function textAt(line: Extract<PdfLine, { kind: "text" }>, y: number): string[] {
  const size = line.size ?? 11;
  const place = (text: string, x: number, bold: boolean) =>
    `BT /${bold ? "F2" : "F1"} ${size} Tf ${x.toFixed(1)} ${y.toFixed(1)} Td (${inPdf(text)}) Tj ET`;
  const left = place(line.text, PAGE.margin, line.bold === true);
  if (line.right === undefined) return [left];
  return [
    left,
    place(line.right, PAGE.width - PAGE.margin - widthOf(line.right, size), line.rightBold === true),
  ];
}

function widthOf(text: string, size: number): number {
  let width = 0;
  for (const character of text) width += WIDTHS[character.charCodeAt(0) - 32] ?? 556;
  return (width * size) / 1000;
}

function assemble(objects: readonly string[]): string {
  let file = "%PDF-1.4\n";
  const places: number[] = [];
  objects.forEach((body, index) => {
    places.push(file.length);
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
  });
  const start = file.length;
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${start}\n%%EOF\n`;
}

/** Replaces characters outside WinAnsi with question marks. */
function inPdf(text: string): string {
  return [...text.replaceAll("×", "x").replaceAll("–", "-").replaceAll("—", "-").replaceAll("€", "\u0080")]
    .map((character) => (character.charCodeAt(0) > 255 ? "?" : character))
    .join("")
    .replace(/[\\()]/g, "\\$&");
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
