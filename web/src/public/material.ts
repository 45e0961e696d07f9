import { createContext, useContext } from "react";
import type { Material } from "#shared/material/material.ts";

export type ShownPicture = { src: string; width: number; height: number; alt: string };
type Film = NonNullable<Material["film"]>;
type Founder = NonNullable<Material["founder"]>;

/** The material as web/material.ts reads it, with the addresses of its files and the sizes of its pictures. */
export type ShownMaterial = Omit<Material, "film" | "pictures" | "founder"> & {
  film: (Omit<Film, "poster"> & { poster: ShownPicture | undefined }) | null;
  pictures: { [id in string]?: ShownPicture | undefined };
  founder: (Omit<Founder, "picture"> & { picture?: ShownPicture | undefined }) | null;
};

export const NO_MATERIAL: ShownMaterial = {
  film: null,
  pictures: {},
  people: [],
  founder: null,
  figures: [],
};

export const MaterialContext = createContext(NO_MATERIAL);
export const useMaterial = (): ShownMaterial => useContext(MaterialContext);
