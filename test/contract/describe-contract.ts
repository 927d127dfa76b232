import type { ContractService } from "./contract-service";
import { startContractSession } from "./contract-session";
import { describeAccessContract } from "./describe-access-contract";
import { describeLifeContract } from "./describe-life-contract";
import { describePullRequestContract } from "./describe-pull-request-contract";
import { describeQueueContract } from "./describe-queue-contract";
import { describeReportContract } from "./describe-report-contract";
import { FACES, type FaceName } from "./faces";

/**
 * The requirements of the interface for every service. Where it leaves a status open, any refusal counts. The
 * suite leaves nothing behind.
 * @param name - the name of the tested service
 * @param open - starts or reaches the service
 * @param options - `faceName`: its interface; `isDriven`: whether its code host and CI are simulated.
 *   Otherwise, tests that need them are skipped
 */
export function describeContract(
  name: string,
  open: () => Promise<ContractService>,
  { faceName = "first", isDriven = true }: { readonly faceName?: FaceName; readonly isDriven?: boolean } = {},
): void {
  const face = FACES[faceName];
  describe(`contract: ${name}`, () => {
    const session = startContractSession(open);
    describeAccessContract(session, face);
    describeQueueContract(session, face);
    describePullRequestContract(session);
    describeReportContract(session, { face, isDriven });
    describeLifeContract(session, { face, isDriven });
  });
}
