export declare const moduleNameMapper: Readonly<Record<string, string>>;
export declare function bundlePackages(): void;
