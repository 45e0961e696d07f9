import type { ReactElement } from "react";
import { buttonClass } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import type { ShownMaterial } from "../material.ts";
import { clock } from "../tour/script.ts";
import { DEMO_ID } from "./demo/film.ts";

type Film = NonNullable<ShownMaterial["film"]>;

/** live/film.ts plays a film from this site in place. A film on another site opens in a new tab. */
export function FilmLink({ film, children }: { film: Film; children: string }): ReactElement {
  return (
    <a {...placeOf(film, 0)} className={buttonClass("secondary", "large")}>
      <Icon name="play" className="size-3.5" />
      {children}
      {film.address && <span className="sr-only"> (opens in a new tab)</span>}
    </a>
  );
}

/** Replaces the drawn window. Only a film from this site plays here: another site could set cookies. */
export function FilmWindow({ film }: { film: Film }): ReactElement {
  const { file, address, captions, poster, chapters } = film;
  const size = { width: poster?.width, height: poster?.height };
  const frame = "block h-auto w-full bg-slate";
  return (
    <figure id={DEMO_ID} className="overflow-hidden rounded-card border border-line bg-surface shadow-float">
      {file === undefined ? (
        <a {...placeOf(film, 0)} className="group relative block">
          <img alt="" src={poster?.src} {...size} className={frame} />
          <span className="absolute inset-x-0 bottom-0 m-4 flex w-fit items-center gap-2 rounded-control bg-slate px-4 py-2 text-sm font-medium text-on-slate group-hover:underline">
            <Icon name="external" className="size-3.5" />
            Watch on {new URL(address ?? "").hostname}
            <span className="sr-only"> (opens in a new tab)</span>
          </span>
        </a>
      ) : (
        <video
          controls
          playsInline
          preload="none"
          aria-label="Demo"
          src={file}
          poster={poster?.src}
          {...size}
          className={frame}
        >
          <track default kind="captions" srcLang="en" label="English" src={captions} />
        </video>
      )}
      {file !== undefined && chapters.length > 0 && (
        <figcaption>
          <ol
            aria-label="Chapters"
            className="flex flex-wrap gap-x-1 border-t border-line p-2 text-sm wrap-anywhere"
          >
            {chapters.map(({ name, from }) => (
              <li key={from}>
                <a
                  {...placeOf(film, from)}
                  className="flex min-h-9 items-center gap-2 rounded-control px-2.5 text-quiet hover:bg-raised hover:text-ink pointer-coarse:min-h-11"
                >
                  <span className="figures text-faint">{clock(from)}</span>
                  {name}
                </a>
              </li>
            ))}
          </ol>
        </figcaption>
      )}
    </figure>
  );
}

/** Without the script, the link opens the film's file at the second `from`. */
function placeOf({ file, address }: Film, from: number): object {
  if (file === undefined) return { href: address, target: "_blank", rel: "noreferrer" };
  return { href: `${file}#t=${from}`, "data-film": from };
}
