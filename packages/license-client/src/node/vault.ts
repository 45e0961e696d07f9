import type { Storage, Vault } from "../ports.ts";

const MARK = "vault:";

/**
 * Encrypts everything that is written. Reads older plain texts. Sets aside a text that the keychain can no longer
 * decrypt, such as a text from another computer, and treats it as missing. A locked keychain is an error. If a keychain
 * encrypts but does not decrypt, texts are stored unencrypted, with a warning.
 */
export function inVault(storage: Storage, vault: Vault): Storage {
  let decrypts: Promise<boolean> | undefined;
  const tryIt = async (): Promise<boolean> => {
    const sealed = await vault.encrypt(MARK);
    let works = false;
    try {
      works = (await vault.decrypt(sealed)) === MARK;
    } catch {}
    if (!works) process.emitWarning("The keychain cannot decrypt, so the license is stored as plain text.");
    return works;
  };
  const isUsable = async (): Promise<boolean> => {
    decrypts ??= tryIt();
    // The next call may find the keychain unlocked.
    decrypts.catch(() => {
      decrypts = undefined;
    });
    return decrypts;
  };

  return {
    ...storage,
    async read(name) {
      const text = await storage.read(name);
      if (!text?.startsWith(MARK)) return text;
      try {
        return await vault.decrypt(text.slice(MARK.length));
      } catch {
        await vault.encrypt(MARK);
        await storage.write(`${name}-unreadable`, text);
        return undefined;
      }
    },
    write: async (name, text) =>
      storage.write(name, (await isUsable()) ? MARK + (await vault.encrypt(text)) : text),
  };
}

/** Electron's `safeStorage`. Electron 46 has only the asynchronous functions. */
export type SafeStorage = {
  encryptStringAsync?(text: string): Promise<Uint8Array>;
  decryptStringAsync?(data: Buffer): Promise<string | { result: string }>;
  encryptString?(text: string): Uint8Array;
  decryptString?(data: Buffer): string;
};

/** Call this function after the application's `ready` event. */
export function electronVault(safeStorage: SafeStorage): Vault {
  return {
    async encrypt(text) {
      const data = safeStorage.encryptStringAsync
        ? await safeStorage.encryptStringAsync(text)
        : safeStorage.encryptString?.(text);
      if (!data) throw new Error("safeStorage cannot encrypt");
      return Buffer.from(data).toString("base64");
    },
    async decrypt(text) {
      const data = Buffer.from(text, "base64");
      const found = safeStorage.decryptStringAsync
        ? await safeStorage.decryptStringAsync(data)
        : safeStorage.decryptString?.(data);
      if (found === undefined) throw new Error("safeStorage cannot decrypt");
      return typeof found === "string" ? found : found.result;
    },
  };
}
