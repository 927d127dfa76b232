import * as os from "node:os";
import { adviseOnFault, type FaultPlace } from "../../../src/cli/doctor/advise-on-fault";

jest.mock("node:os", () => ({ ...jest.requireActual<typeof os>("node:os"), networkInterfaces: jest.fn() }));

const PLACE: FaultPlace = {
  origin: "https://merge.example.com",
  source: "MERGEQUEUE_BASE_URL",
  proxy: undefined,
  now: "2026-01-31T08:00:00Z",
  setClock: "sudo timedatectl set-ntp true",
};

function interfaceWith(internal: boolean): ReturnType<typeof os.networkInterfaces> {
  return { one: [{ address: "192.0.2.1", netmask: "", mac: "", cidr: null, internal, family: "IPv4" }] };
}

describe("adviseOnFault", () => {
  beforeEach(() => {
    jest.mocked(os.networkInterfaces).mockReturnValue(interfaceWith(false));
  });

  test.each([
    ["ENOTFOUND", "network", "Correct the host in MERGEQUEUE_BASE_URL", "nslookup merge.example.com"],
    ["EAI_AGAIN", "network", "No DNS server answers", "nslookup merge.example.com"],
    ["ECONNREFUSED", "network", "nothing listens at this port", "curl -v https://merge.example.com"],
    ["ENETUNREACH", "network", "Connect this machine", "curl -v"],
    ["UND_ERR_CONNECT_TIMEOUT", "network", "A firewall drops the connection", "curl -v"],
    ["CERT_HAS_EXPIRED", "tls", "clock shows 2026-01-31T08:00:00Z", "sudo timedatectl"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "tls", "Another host answers", "-connect merge.example.com:443"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "tls", "--ca-file FILE", "openssl s_client -connect merge.example.com:443"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "tls", "Correct the port", "curl -v"],
    ["EPROTO", "tls", "TLS 1.2 or newer", "openssl"],
    ["HPE_INVALID_CONSTANT", "network", "Check scheme and port", "curl -v"],
  ])("%s is one of the %s", (code, layer, next, command) => {
    const advice = adviseOnFault({ code, reason: "failed" }, PLACE);
    expect(advice.layer).toBe(layer);
    expect(advice.next).toContain(next);
    expect(advice.command).toContain(command);
  });

  test("an unknown name on a machine without a network is blamed on the network", () => {
    jest.mocked(os.networkInterfaces).mockReturnValue(interfaceWith(true));
    const { next } = adviseOnFault({ code: "ENOTFOUND", reason: "failed" }, PLACE);
    expect(next).toBe("This machine has no network: connect it.");
  });

  test("no connection in time is like a timeout of the system, also if time was up before the request", () => {
    const expected = adviseOnFault({ code: "ETIMEDOUT", reason: "failed" }, PLACE);
    expect(adviseOnFault({ reason: "cancelled" }, PLACE)).toEqual(expected);
    expect(adviseOnFault(undefined, PLACE)).toEqual(expected);
  });

  test("F-31: a proxy is named, and one that requires credentials says where they go", () => {
    const through = { ...PLACE, proxy: "proxy.example.com:3128" };
    expect(adviseOnFault({ code: "ETIMEDOUT", reason: "failed" }, through).next).toMatch(
      /^The connection goes through the proxy proxy\.example\.com:3128, which HTTPS_PROXY names\. To bypass the proxy, set NO_PROXY=merge\.example\.com\.\n/,
    );
    expect(adviseOnFault({ reason: "proxy_refused" }, through).command).toContain("USER:PASSWORD");
  });
});

describe("adviseOnFault, through a proxy", () => {
  const through = { ...PLACE, proxy: "proxy.example.com:3128" };

  test.each([
    ["ENOTFOUND", "Correct the host in HTTPS_PROXY", "nslookup proxy.example.com"],
    ["ECONNREFUSED", "correct the port in HTTPS_PROXY", "curl -v http://proxy.example.com:3128"],
  ])("F-31: %s is a fault of the proxy's address", (code, next, command) => {
    const advice = adviseOnFault({ code, reason: "failed" }, through);
    expect(advice.next).toContain(next);
    expect(advice.command).toBe(command);
  });

  test("F-31: a certificate is the service's", () => {
    const advice = adviseOnFault({ code: "ERR_TLS_CERT_ALTNAME_INVALID", reason: "failed" }, through);
    expect(advice.next).toContain("correct the host in MERGEQUEUE_BASE_URL");
    expect(advice.command).toContain("merge.example.com:443");
  });
});
