import { configureGlobal } from "fast-check";

/**
 * Before every test file: each run of the property tests draws the same values, so that a change that passed is not
 * failed by the draw. PROPERTY_SEED=random looks elsewhere, and the report of a failure names its seed.
 */
const { PROPERTY_SEED = "20261122" } = process.env;
if (PROPERTY_SEED !== "random") configureGlobal({ seed: Number(PROPERTY_SEED) });
