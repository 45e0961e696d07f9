import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import * as z from "zod/mini";
import { CONTENT, Material } from "#shared/material/material.ts";
import { sizeOf } from "./pictureSize.ts";
import type { ShownMaterial, ShownPicture } from "./src/public/material.ts";

const FOLDER = join(import.meta.dirname, "material");
const KB = 1000;
const MAX_PICTURE_BYTES = 250 * KB;
/** Kept small, because the repository and each deployment contain the film. */
const MAX_FILM_BYTES = 50 * KB * KB;

/** `files`: each file's contents, by the file's address on the site. */
export type ReadMaterial = { shown: ShownMaterial; files: ReadonlyMap<string, Buffer> };

/**
 * Checks the content file and reads the files that it names.
 * @throws Error with a line for each wrong field
 */
export function readMaterial(content: unknown = CONTENT, folder = FOLDER): ReadMaterial {
  const { data, error } = z.safeParse(Material, content, { error: z.locales.en().localeError });
  const wrong = error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
  const files = new Map<string, Buffer>();
  const take = <T>(
    field: string,
    name: string,
    maxBytes: number,
    use: (address: string, body: Buffer) => T,
  ) => {
    try {
      const body = readFileSync(join(folder, name));
      if (body.length > maxBytes)
        throw new Error(`has ${Math.ceil(body.length / KB)} kB; the limit is ${maxBytes / KB} kB`);
      const hash = createHash("sha256").update(body).digest("hex").slice(0, 8);
      const kind = extname(name);
      const address = `/assets/${name.slice(0, -kind.length)}-${hash}${kind}`;
      files.set(address, body);
      return use(address, body);
    } catch (failure) {
      wrong.push(`${field}: ${name}: ${failure instanceof Error ? failure.message : failure}`);
      return undefined;
    }
  };
  const fileAt = (field: string, name: string) => take(field, name, MAX_FILM_BYTES, (address) => address);
  const pictureAt = (field: string, name: string, alt: string): ShownPicture | undefined =>
    take(field, name, MAX_PICTURE_BYTES, (src, body) => ({ src, alt, ...sizeOf(body) }));
  const shown = data && {
    ...data,
    film: data.film && {
      ...data.film,
      file: data.film.file && fileAt("film.file", data.film.file),
      captions: data.film.captions && fileAt("film.captions", data.film.captions),
      poster: pictureAt("film.poster", data.film.poster, ""),
    },
    pictures: Object.fromEntries(
      Object.entries(data.pictures).map(([id, { file, alt }]) => [
        id,
        pictureAt(`pictures.${id}.file`, file, alt),
      ]),
    ),
    founder: data.founder && {
      ...data.founder,
      picture:
        data.founder.picture &&
        pictureAt("founder.picture.file", data.founder.picture.file, data.founder.picture.alt),
    },
  };
  if (shown === undefined || wrong.length > 0)
    throw new Error(["shared/material/material.json is wrong:", ...wrong].join("\n  "));
  return { shown, files };
}
