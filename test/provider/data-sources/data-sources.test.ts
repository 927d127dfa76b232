import { DATA_SOURCES } from "../../../src/provider/provider-definition";
import { validateSchema } from "../../plugin/support/validate-schema";

describe("the data sources", () => {
  test("are the five of the public contract", () => {
    expect(Object.keys(DATA_SOURCES).sort()).toEqual([
      "mergequeue_metrics",
      "mergequeue_pull_request",
      "mergequeue_pull_requests",
      "mergequeue_queue",
      "mergequeue_test_run",
    ]);
  });

  test.each(Object.entries(DATA_SOURCES))(
    "C-03, S-01: the schema of %s obeys Terraform's rules; nothing of it is sensitive or takes a token",
    (_, { schema }) => {
      expect(validateSchema(schema)).toEqual([]);
      expect(JSON.stringify(schema.attributes)).not.toMatch(/"sensitive"|"token"/);
    },
  );
});
