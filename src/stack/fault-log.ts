import type { Finding } from "../queue/finding";

/** Collects what is wrong with stacks and what means nothing here, each thing once. */
export class FaultLog {
  readonly findings: Finding[] = [];
  readonly warnings: string[] = [];
  readonly #seen = new Set<string>();

  /** @param path - file, address, attribute */
  addFinding(path: readonly string[], message: string): void {
    if (this.#isNew(JSON.stringify([path, message]))) this.findings.push({ path, message });
  }

  /** @param sentence - naming the file */
  addWarning(sentence: string): void {
    if (this.#isNew(sentence)) this.warnings.push(sentence);
  }

  #isNew(key: string): boolean {
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }
}
