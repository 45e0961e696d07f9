import { type ReactElement, useState } from "react";
import { Button } from "../ui/Button.tsx";
import { toast } from "../ui/toast.ts";
import { messageOf } from "./ApiError.ts";

export type Page<T> = { rows: readonly T[]; next: string | null };

type More<T> = { rows: readonly T[]; button: ReactElement | null };

/**
 * A list that loads page by page, with a button for the next page. Loaded pages stay when the first page reloads, until
 * the component gets a new React key.
 */
export function useMore<T>(
  first: Page<T>,
  read: (cursor: string) => Promise<Page<T>>,
  { inCard = false }: { inCard?: boolean } = {},
): More<T> {
  const [later, setLater] = useState<Page<T> | null>(null);
  const [pending, setPending] = useState(false);
  const { next } = later ?? first;

  const add = async (cursor: string): Promise<void> => {
    setPending(true);
    try {
      const page = await read(cursor);
      setLater({ rows: [...(later?.rows ?? []), ...page.rows], next: page.next });
    } catch (error) {
      toast(messageOf(error), "bad");
    } finally {
      setPending(false);
    }
  };

  const button =
    next === null ? null : (
      <Button
        {...(inCard ? { size: "small" as const } : {})}
        className={inCard ? "mt-4" : "mt-6"}
        pending={pending}
        onClick={() => add(next)}
      >
        Load more
      </Button>
    );
  return { rows: [...first.rows, ...(later?.rows ?? [])], button };
}
