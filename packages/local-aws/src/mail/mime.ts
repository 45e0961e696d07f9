/** The parts of a MIME message (RFC 5322, 2045 to 2047) that a mailbox shows. */
export type ParsedMail = {
  headers: Record<string, string>;
  text: string;
  html: string | undefined;
  attachments: string[];
};

/** @param raw in latin1, so that every byte is one character */
export function parseMail(raw: string): ParsedMail {
  const { headers, body } = splitPart(raw);
  const found: ParsedMail = { headers, text: "", html: undefined, attachments: [] };
  collect(headers, body, found);
  return found;
}

export function headerOf(headers: Record<string, string>, name: string): string | undefined {
  const key = Object.keys(headers).find((one) => one.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : headers[key];
}

function collect(headers: Record<string, string>, body: string, found: ParsedMail): void {
  const type = headerOf(headers, "content-type") ?? "text/plain";
  const boundary = parameterOf(type, "boundary");
  if (/^multipart\//i.test(type) && boundary !== undefined) {
    for (const part of partsOf(body, boundary)) {
      const inner = splitPart(part);
      collect(inner.headers, inner.body, found);
    }
    return;
  }
  const disposition = headerOf(headers, "content-disposition") ?? "";
  const fileName = parameterOf(disposition, "filename") ?? parameterOf(type, "name");
  if (/^attachment/i.test(disposition) || fileName !== undefined) {
    found.attachments.push(fileName ?? "without a name");
    return;
  }
  const content = decoded(
    body,
    headerOf(headers, "content-transfer-encoding") ?? "7bit",
    parameterOf(type, "charset"),
  );
  if (/^text\/html/i.test(type)) found.html = found.html ?? content;
  else if (/^text\//i.test(type) && found.text === "") found.text = content;
}

function splitPart(part: string): { headers: Record<string, string>; body: string } {
  const end = /\r?\n\r?\n/.exec(part);
  const head = end ? part.slice(0, end.index) : part;
  const headers: Record<string, string> = {};
  for (const line of head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers[line.slice(0, colon).trim()] = words(line.slice(colon + 1).trim());
  }
  return { headers, body: end ? part.slice(end.index + end[0].length) : "" };
}

function partsOf(body: string, boundary: string): string[] {
  const lines = `\n${body}`.split(`\n--${boundary}`).slice(1);
  return lines
    .filter((part) => !part.startsWith("--"))
    .map((part) => part.replace(/^[ \t]*\r?\n/, "").replace(/\r$/, ""));
}

function parameterOf(header: string, name: string): string | undefined {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, "i").exec(header) ?? [];
  return quoted ?? plain;
}

function decoded(body: string, encoding: string, charset = "utf-8"): string {
  if (/^base64$/i.test(encoding)) return textOf(Buffer.from(body, "base64"), charset);
  if (/^quoted-printable$/i.test(encoding)) return textOf(unquoted(body.replace(/=\r?\n/g, "")), charset);
  return textOf(Buffer.from(body, "latin1"), charset);
}

function unquoted(text: string): Buffer {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_all, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return Buffer.from(bytes, "latin1");
}

function textOf(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString("utf8");
  }
}

/** Decodes `=?utf-8?B?…?=` in headers. Adjacent words belong together. */
function words(value: string): string {
  const joined = value.replace(/\?=\s+=\?/g, "?==?");
  const shown = joined.replace(
    /=\?([^?]+)\?([bq])\?([^?]*)\?=/gi,
    (_all, charset: string, kind: string, content: string) =>
      kind.toLowerCase() === "b"
        ? textOf(Buffer.from(content, "base64"), charset)
        : textOf(unquoted(content.replaceAll("_", " ")), charset),
  );
  // Other bytes beyond ASCII are plain UTF-8.
  return shown === joined ? Buffer.from(shown, "latin1").toString("utf8") : shown;
}
