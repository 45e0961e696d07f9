/** Shared by the offer's banners on the landing page and in the account. */
export const BANNER =
  "flex flex-col gap-4 rounded-card bg-slate p-5 text-on-slate sm:px-6 md:flex-row md:flex-wrap md:items-center md:gap-x-6";
export const TIMER = "figures text-lg font-medium tracking-tight wrap-anywhere";
export const LEFT = "text-sm";
export const COUNT = "figures font-semibold";
export const SOLD_OUT = "rounded-full border border-on-slate/30 px-3 py-1 text-sm font-medium";
