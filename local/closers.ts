/** What was started and has to be ended, the last first. */
export type Closers = {
  add: (name: string, close: () => Promise<void> | void) => void;
  close: () => Promise<void>;
};

export function createClosers(): Closers {
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
          // The others must end all the same, the database with its data above all.
          console.error(`${part.name} did not end well:`, error);
        }
      }
    },
  };
}
