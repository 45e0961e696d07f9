import type { Delivered, Source } from "./source.ts";

export type Runner = {
  name: string;
  sourceArn: string;
  wake(): void;
  /** Delivers once without a batching window, after any running delivery. */
  flush(): Promise<boolean>;
  /** Whether a flush may find something new. */
  hasNews(): boolean;
  pending(): boolean;
  end(): Promise<void>;
};

/** Delivers for as long as the stack runs, one delivery at a time. */
export function startRunner(
  options: { name: string; sourceArn: string; log: (line: string) => void; stop: () => void },
  source: Source,
): Runner {
  let alive = true;
  let awake = false;
  let written = true;
  let interrupt = () => {};
  let last: Promise<unknown> = Promise.resolve();
  const once = (flush: boolean): Promise<Delivered> => {
    const next = last.then(() => (alive ? source.deliver(flush) : "nothing"));
    last = next.catch(() => {});
    return next;
  };
  const flush = async (): Promise<boolean> => {
    written = false;
    try {
      const any = (await once(true)) !== "nothing";
      if (any) written = true;
      return any;
    } catch (error) {
      written = true;
      throw error;
    }
  };
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, source.idleMs()).unref();
      interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const work = async () => {
    while (alive) {
      awake = false;
      const delivered = await once(false).catch((error: unknown) => {
        if (alive) options.log(`${options.name}: ${error instanceof Error ? error.message : String(error)}`);
        return "nothing";
      });
      // Continues without a rest if a write arrived during the delivery.
      if (delivered !== "part" && !awake && alive) await rest();
    }
  };
  const ended = work();
  return {
    name: options.name,
    sourceArn: options.sourceArn,
    wake() {
      awake = true;
      written = true;
      interrupt();
    },
    flush,
    hasNews: () => written || source.pending(),
    pending: () => source.pending(),
    async end() {
      alive = false;
      options.stop();
      interrupt();
      await ended;
      await last;
    },
  };
}
