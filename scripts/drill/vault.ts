import { VAULT_TABLES } from "../../infra/tables.ts";

export const inVault = (table: string): boolean => VAULT_TABLES.includes(table);
