import type { Storage, Vault } from "../ports.ts";

const MARK = "vault:";

/**
 * Encrypts what is stored from now on; what was stored in the open before is still read. What was encrypted with a key
 * that is gone (a folder from another computer, a new keychain) is set aside and counts as nothing. While the keychain
 * is locked it encrypts nothing either, and that is an error. A keychain that encrypts and never decrypts is not used:
 * what is stored stays in the open, and a warning says so.
 */
export function inVault(storage: Storage, vault: Vault): Storage {
  let decrypts: Promise<boolean> | undefined;
  const tryIt = async (): Promise<boolean> => {
    const sealed = await vault.encrypt(MARK);
    let works = false;
    try {
      works = (await vault.decrypt(sealed)) === MARK;
    } catch {}
    if (!works) process.emitWarning("The keychain does not decrypt. The license is stored without it.");
    return works;
  };
  const isUsable = async (): Promise<boolean> => {
    decrypts ??= tryIt();
    // A locked keychain may be unlocked by the next try.
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

/** Electron's `safeStorage`; Electron 46 has only the asynchronous calls. */
export type SafeStorage = {
  encryptStringAsync?(text: string): Promise<Uint8Array>;
  decryptStringAsync?(data: Buffer): Promise<string | { result: string }>;
  encryptString?(text: string): Uint8Array;
  decryptString?(data: Buffer): string;
};

/** Electron's `safeStorage`, once the application is ready. */
export function electronVault(safeStorage: SafeStorage): Vault {
  return {
    async encrypt(text) {
      const data = safeStorage.encryptStringAsync
        ? await safeStorage.encryptStringAsync(text)
        : safeStorage.encryptString?.(text);
      if (!data) throw new Error("no safeStorage");
      return Buffer.from(data).toString("base64");
    },
    async decrypt(text) {
      const data = Buffer.from(text, "base64");
      const found = safeStorage.decryptStringAsync
        ? await safeStorage.decryptStringAsync(data)
        : safeStorage.decryptString?.(data);
      if (found === undefined) throw new Error("no safeStorage");
      return typeof found === "string" ? found : found.result;
    },
  };
}
