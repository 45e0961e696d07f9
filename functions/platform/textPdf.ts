const LINE = 14;
const LINES_A_PAGE = 50;
const COLUMNS = 92;

/**
 * A PDF of plain text on US letter pages, in Helvetica, which every reader has. What Latin-1 lacks becomes "?".
 * Libraries for this add 0.4 to 2 MB to a function; plain text needs none of what they do.
 */
export function textPdf(lines: readonly string[]): Buffer {
  const wrapped = lines.flatMap(wrap);
  const pages: string[][] = [];
  for (let first = 0; first === 0 || first < wrapped.length; first += LINES_A_PAGE)
    pages.push(wrapped.slice(first, first + LINES_A_PAGE));
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((page, index) => {
      const text = page.map((line) => `(${escaped(line)}) '`).join("\n");
      const stream = `BT /F1 10 Tf ${LINE} TL 56 750 Td\n${text}\nET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
        `<< /Length ${Buffer.byteLength(stream, "latin1")} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  return assembled(objects);
}

/** The objects, numbered from 1, and the table of where each begins. */
function assembled(objects: readonly string[]): Buffer {
  let file = "%PDF-1.4\n";
  const starts = objects.map((object, index) => {
    const start = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${starts.join("")}`;
  return Buffer.from(
    `${file}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    "latin1",
  );
}

/** A line in parts that fit the page, broken between words where there is a gap. */
function wrap(line: string): string[] {
  const parts: string[] = [];
  let rest = line;
  while (rest.length > COLUMNS) {
    const gap = rest.lastIndexOf(" ", COLUMNS);
    const end = gap > 0 ? gap : COLUMNS;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...parts, rest];
}

const escaped = (text: string): string =>
  text.replace(/[^\x20-\x7e\xa1-\xff]/g, "?").replace(/[\\()]/g, (character) => `\\${character}`);
