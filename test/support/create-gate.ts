/** Something to wait for. */
export interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

/** Makes something to wait for. */
export function createGate(): Gate {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
