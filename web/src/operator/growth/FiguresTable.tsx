import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import { Card, CardTitle } from "../../ui/Card.tsx";

export type Links = { now: string | undefined; before: string | undefined };

export type Line = {
  name: string;
  now: number | null;
  before: number | null;
  show: (value: number) => string;
  /** Shows the change; default: `show`. */
  showChange?: (value: number) => string;
  /** Links to the rows of this period and of the previous period, if there are any. */
  rows?: Links;
  beside?: string;
  /** A total of other lines. */
  strong?: boolean;
  /** Part of the line above. */
  part?: boolean;
};

type FiguresTableProps = { title: string; note?: string; lines: readonly Line[] };

const NOT_ENOUGH = "Not enough data";

export function FiguresTable({ title, note, lines }: FiguresTableProps): ReactElement {
  return (
    <Card className="min-w-0 p-4.5">
      <CardTitle>{title}</CardTitle>
      {note !== undefined && <p className="mt-1 text-sm text-quiet">{note}</p>}
      <table aria-label={title} className="figures mt-2 w-full text-sm">
        <thead className="text-xs text-quiet">
          <tr>
            <th scope="col">
              <span className="sr-only">Figure</span>
            </th>
            {["Period", "Before", "Change"].map((name) => (
              <th key={name} scope="col" className="py-1.5 pl-3 text-right font-medium max-sm:nth-4:hidden">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <FigureRow key={line.name} line={line} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function FigureRow({ line }: { line: Line }): ReactElement {
  const { name, now, before, show, showChange = show, rows, beside, strong = false, part = false } = line;
  return (
    <tr className={strong ? "border-t border-edge font-semibold" : "border-t border-line"}>
      <th
        scope="row"
        className={`py-1.5 text-left ${strong ? "font-semibold" : "font-normal"} ${part ? "pl-2 text-quiet sm:pl-4" : ""}`}
      >
        {name}
        {beside !== undefined && <span className="ml-2 text-xs font-normal text-quiet">{beside}</span>}
      </th>
      <td className="py-1.5 pl-3 text-right whitespace-nowrap">
        <Figure text={now === null ? null : show(now)} to={rows?.now} name={name} />
      </td>
      <td className="py-1.5 pl-3 text-right whitespace-nowrap text-quiet">
        <Figure text={before === null ? null : show(before)} to={rows?.before} name={`${name} before`} />
      </td>
      <td className="py-1.5 pl-3 text-right font-normal whitespace-nowrap text-quiet max-sm:hidden">
        {now === null || before === null || now === before
          ? "—"
          : `${now > before ? "+" : "−"}${showChange(Math.abs(now - before))}`}
      </td>
    </tr>
  );
}

type FigureProps = { text: string | null; to: string | undefined; name: string };

function Figure({ text, to, name }: FigureProps): ReactElement {
  if (text === null)
    return <span className="text-xs text-quiet max-[24rem]:whitespace-normal">{NOT_ENOUGH}</span>;
  if (to === undefined) return <>{text}</>;
  return (
    <Link
      to={to}
      aria-label={`${name}: ${text}, show rows`}
      className="rounded-small underline decoration-line underline-offset-3 hover:decoration-ink"
    >
      {text}
    </Link>
  );
}
