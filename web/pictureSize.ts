/** The size in pixels of a PNG, JPEG or WebP. @throws Error for other files */
export function sizeOf(body: Buffer): { width: number; height: number } {
  const kind = body.toString("latin1", 0, 16);
  if (kind.startsWith("\x89PNG")) return { width: body.readUInt32BE(16), height: body.readUInt32BE(20) };
  if (kind.startsWith("\xff\xd8")) return sizeOfJpeg(body);
  if (kind.startsWith("RIFF") && kind.endsWith("WEBPVP8 "))
    return { width: body.readUInt16LE(26) & 0x3fff, height: body.readUInt16LE(28) & 0x3fff };
  if (kind.startsWith("RIFF") && kind.endsWith("WEBPVP8L")) {
    const bits = body.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind.startsWith("RIFF") && kind.endsWith("WEBPVP8X"))
    return { width: body.readUIntLE(24, 3) + 1, height: body.readUIntLE(27, 3) + 1 };
  throw new Error("not a PNG, JPEG or WebP file");
}

/** Follows the segments' lengths to the frame header (SOF), which has the size. */
function sizeOfJpeg(body: Buffer): { width: number; height: number } {
  for (let at = 2; at < body.length - 8; at += 2 + body.readUInt16BE(at + 2)) {
    const marker = body.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: body.readUInt16BE(at + 7), height: body.readUInt16BE(at + 5) };
  }
  throw new Error("a JPEG without a size");
}
