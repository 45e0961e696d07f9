import { parseArgs } from "node:util";
import { PLANTS } from "./all.ts";
import { look } from "./run.ts";

/**
 * node test/simulation/plants/main.ts [--seeds 100] [--seed 1] [--name part]
 * Plants each known defect in a copy of the product and lets the simulation look for it. Exits with 1 if a defect is
 * not found.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    name: { type: "string", default: "" },
  },
});

let missed = 0;
for (const plant of PLANTS.filter(({ name }) => name.includes(values.name))) {
  const { seeds, steps, said } = await look(plant, Number(values.seed), Number(values.seeds));
  if (seeds === null) missed += 1;
  console.log(
    seeds === null
      ? `${plant.name}: not found in ${values.seeds} seeds (${said})`
      : `${plant.name}: seed ${seeds}, ${steps} steps: ${said}`,
  );
}
process.exitCode = missed === 0 ? 0 : 1;
