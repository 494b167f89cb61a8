import { configureGlobal } from "fast-check";

/**
 * Runs before every test file: every run of the property tests draws the same values, so that chance does not fail a
 * change that passed before. PROPERTY_SEED=random draws others, and a failure's report names its seed.
 */
const { PROPERTY_SEED = "20261122" } = process.env;
if (PROPERTY_SEED !== "random") configureGlobal({ seed: Number(PROPERTY_SEED) });
