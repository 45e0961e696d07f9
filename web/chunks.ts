/**
 * Puts the small modules of the account's pages into few files: each costs a request, and compresses worse alone.
 * The public pages load none of them, so these groups hold for the application's build only.
 */
export const ACCOUNT_CHUNKS = {
  codeSplitting: {
    groups: [
      group(
        "account",
        /shared\/(typed|accounts\/(customer|emailCode|mailStop)|activity\/activity|licenses\/(explain|replacement|seat|standing|trial))\.ts$/,
        /web\/src\/(api\/useAction|app\/(ThemeToggle|checkoutChoice|guard|theme)|ui\/(Banner|CopyButton|KeyBox))\.tsx?$/,
      ),
      group(
        "dashboard",
        /shared\/(customers\/overview|flag|numbers|releases|releaseCatalog|text|activity\/customer)\.ts$/,
        /shared\/(catalog\/catalog|checkout\/(credit|customer)|grants\/states|payments\/purchase|refunds\/refunds|stripeEvents\/refusal|subscriptions\/(customer|subscription|team))\.ts$/,
        /shared\/(licenses\/(activation|customer|errors|key|offline)|promotions\/(promotion|public))\.ts$/,
        /web\/src\/ui\/(Chip|Countdown|countdown|DrawerButton|SkipLink|format|useDrawer)\.tsx?$/,
        /web\/src\/(app\/useRestored|public\/offer\/(PromotionBanner|look))\.tsx?$/,
        /web\/src\/customer\/(activity\/ActivityRow|seats\/(FreeKey|swapsLeft)|standing\/(?!RemedyButton)\w+)\.tsx?$/,
        /web\/src\/customer\/(providers|dashboard\/(TopCards|downloads|lastOverview|overview|platform|useShell)|subscription\/billing)\.tsx?$/,
      ),
    ],
  },
};

type Group = { name: string; test: (id: string) => boolean; includeDependenciesRecursively: boolean };

function group(name: string, ...modules: readonly RegExp[]): Group {
  const test = (id: string): boolean => {
    const path = id.replaceAll("\\", "/");
    return modules.some((pattern) => pattern.test(path));
  };
  return { name, test, includeDependenciesRecursively: false };
}
