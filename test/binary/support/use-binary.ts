/* Imported first, it makes the tests of this file run the compiled provider; each file has variables of its own. */
process.env["MERGEQUEUE_TEST_PROVIDER"] = "binary";

export {};
