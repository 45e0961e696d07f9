/** Started parts, closed in reverse order. */
export type Closers = {
  add: (name: string, close: () => Promise<void> | void) => void;
  close: () => Promise<void>;
};

export function createClosers(log: (line: string) => void): Closers {
  const open: { name: string; close: () => Promise<void> | void }[] = [];
  return {
    add: (name, close) => {
      open.push({ name, close });
    },
    close: async () => {
      for (let part = open.pop(); part !== undefined; part = open.pop()) {
        try {
          await part.close();
        } catch (error) {
          // The other parts still have to close, above all the database.
          log(`${part.name} did not close: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    },
  };
}
