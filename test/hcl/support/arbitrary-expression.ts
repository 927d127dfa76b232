import fc from "fast-check";

/** Texts of expressions, by the type that they mostly have. */
interface Expressions {
  readonly number: string;
  readonly text: string;
  readonly bool: string;
  readonly list: string;
  readonly object: string;
}

const WORDS = ["", "a", "B", "ci/build", "é", "1", "x y", "true", "$${z}", "%%{", "😀", "-"];
const KEYS = ["a", "b", "c-d", "e_f"];

/**
 * Any expression of literals, operators, conditions, templates, loops and functions. Most have a value; some fail, and
 * must then fail in Terraform, too. Left out is where Terraform rounds: fractions without end, and zero's sign.
 */
export function arbitraryExpression(): fc.Arbitrary<string> {
  const tied = fc.letrec<Expressions>((tie) => {
    const use = (name: keyof Expressions): fc.Arbitrary<string> => tie(name) as fc.Arbitrary<string>;
    const [number, text, bool] = [use("number"), use("text"), use("bool")];
    const [list, object] = [use("list"), use("object")];
    const any = fc.oneof({ weight: 2, arbitrary: text }, number, bool, list, object);
    const scalar = fc.oneof(text, number, bool);
    return {
      number: fc.oneof(
        { maxDepth: 3, depthSize: "xsmall" },
        fc.integer({ min: 0, max: 30 }).map(String),
        fc.constantFrom("0.5", "2.25", "4294967295", "1e2"),
        joined`(${number} ${fc.constantFrom("+", "-")} ${number})`,
        joined`(${fc.nat(9).map(String)} * ${fc.nat(9).map(String)})`,
        joined`(${number} / ${fc.constantFrom("2", "4")})`,
        joined`(${number} % ${fc.constantFrom("3", "7")})`,
        joined`length(${fc.oneof(list, object, text)})`,
        joined`${fc.constantFrom("floor", "ceil", "abs")}(${number})`,
        joined`${fc.constantFrom("min", "max")}(${number}, ${number})`,
        joined`(${bool} ? ${number} : ${number})`,
        joined`try(tonumber(${text}), ${number})`,
        joined`sum([${number}, ${number}])`,
        joined`index(${list}, ${scalar})`,
      ),
      text: fc.oneof(
        { maxDepth: 3, depthSize: "xsmall" },
        fc.constantFrom(...WORDS).map((word) => `"${word}"`),
        joined`"<\${${scalar}}|\${${scalar}}>"`,
        joined`"%{ if ${bool} }yes \${${scalar}}%{ else }no%{ endif }"`,
        joined`"%{ for v in ${list} ~} x %{ endfor }"`,
        joined`${fc.constantFrom("upper", "lower", "title", "strrev", "trimspace", "tostring")}(${scalar})`,
        joined`substr(${text}, ${fc.integer({ min: -3, max: 3 }).map(String)}, ${fc.integer({ min: -1, max: 3 }).map(String)})`,
        joined`join(${text}, ${list})`,
        joined`replace(${text}, ${fc.constantFrom('"a"', '"/[a-z]+/"', '"/(.)(.)/"')}, ${fc.constantFrom('"-"', '"$2$1"', '""')})`,
        joined`format("%s|%5s|%-4v|%03d", ${scalar}, ${text}, ${any}, ${number})`,
        joined`(${bool} ? ${text} : ${scalar})`,
        joined`element(${list}, ${fc.nat(4).map(String)})`,
        joined`lookup(${object}, "a", ${any})`,
        joined`jsonencode(${any})`,
        joined`coalesce(${text}, ${scalar})`,
      ),
      bool: fc.oneof(
        { maxDepth: 3, depthSize: "xsmall" },
        fc.constantFrom("true", "false"),
        joined`(${number} ${fc.constantFrom("<", "<=", ">", ">=")} ${number})`,
        joined`(${any} ${fc.constantFrom("==", "!=")} ${any})`,
        joined`(!${bool})`,
        joined`contains(${list}, ${scalar})`,
        joined`can(${any})`,
        joined`${fc.constantFrom("startswith", "endswith", "strcontains")}(${text}, ${text})`,
        joined`(length(regexall("[a-z]", ${text})) > 0)`,
      ),
      list: fc.oneof(
        { maxDepth: 3, depthSize: "xsmall" },
        fc.constantFrom("[]", '["a", "b"]', "[3, 1, 2]", '[1, "x"]', "[[1], [2, 3]]"),
        joined`[${any}, ${any}]`,
        joined`[for v in ${list} : v]`,
        joined`[for k, v in ${object} : "\${k}" if ${bool}]`,
        joined`concat(${list}, ${list})`,
        joined`${fc.constantFrom("reverse", "distinct", "flatten", "tolist", "toset", "sort", "compact")}(${list})`,
        joined`${fc.constantFrom("keys", "values")}(${object})`,
        joined`split(${fc.constantFrom('","', '"a"')}, ${text})`,
        joined`slice(${list}, 0, ${fc.nat(2).map(String)})`,
        joined`range(${fc.nat(5).map(String)})`,
        joined`${list}[*]`,
        joined`${fc.constantFrom("setunion", "setintersection", "setsubtract")}(${list}, ${list})`,
        joined`(${bool} ? ${list} : ${list})`,
        joined`chunklist(${list}, ${fc.nat(3).map(String)})`,
        joined`formatlist("%s-%v", ${list}, ${scalar})`,
      ),
      object: fc.oneof(
        { maxDepth: 3, depthSize: "xsmall" },
        fc.constantFrom("{}", "{ a = 1, b = 2 }", '{ a = "x" }'),
        joined`{ ${fc.constantFrom(...KEYS)} = ${any}, (${text}) = ${any} }`,
        joined`{ for k, v in ${object} : upper(k) => v if ${bool} }`,
        joined`{ for v in ${list} : "\${v}" => v... }`,
        joined`merge(${object}, ${object})`,
        joined`tomap(${object})`,
        joined`zipmap(["x", "y"], ${list})`,
        joined`(${bool} ? ${object} : ${object})`,
      ),
    };
  });
  return fc
    .oneof(tied.number, tied.text, tied.bool, tied.list, tied.object)
    .filter((text) => text.length < 400);
}

/** Puts texts that are drawn into a text. */
function joined(texts: TemplateStringsArray, ...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc
    .tuple(...parts)
    .map((drawn) => texts.reduce((text, next, at) => text + String(drawn[at - 1]) + next));
}
