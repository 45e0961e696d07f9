import { VAULT_TABLES } from "../../infra/tables.ts";

/** Whether a copy of this table lies in the vault. */
export const inVault = (table: string): boolean => VAULT_TABLES.includes(table);
