/*
 * Imported first, it makes the tests of this file run the compiled provider; each file has its own variables.
 */
process.env["MERGEQUEUE_TEST_PROVIDER"] = "binary";

export {};
