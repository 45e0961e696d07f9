import path from "node:path";
import ts from "typescript";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Resolves our own modules alone: the types of packages are large, and throw none of our errors. */
function ownProgram(files: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile(path.join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) => {
      const file = text.startsWith("#shared/")
        ? path.join(ROOT, "shared", text.slice("#shared/".length))
        : path.resolve(path.dirname(from), text);
      const isOwn = text.startsWith("#shared/") || text.startsWith(".");
      return { resolvedModule: isOwn ? { resolvedFileName: file, extension: ".ts" } : undefined };
    });
  return ts.createProgram([...files], { ...options, types: [] }, host);
}

/** The functions that make an error of the code that they are given. */
const MAKERS: ReadonlySet<string> = new Set(["refusal"]);

/**
 * The codes of every `new AppError(…)` that a module can reach through the functions and constants that it names,
 * whether or not a caller catches it.
 */
export function thrownCodes(files: readonly string[]): (file: string) => Set<string> {
  const program = ownProgram(files);
  const checker = program.getTypeChecker();

  function literalsOf(node: ts.Expression | undefined): string[] {
    if (node === undefined) return [];
    const type = checker.getTypeAtLocation(node);
    return (type.isUnion() ? type.types : [type]).flatMap((one) =>
      one.isStringLiteral() ? [one.value] : [],
    );
  }

  function declarationOf(name: ts.Identifier): ts.Node | undefined {
    const local = ts.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name);
    const symbol = local && local.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(local) : local;
    const found = symbol?.valueDeclaration;
    const isCode = found && (ts.isFunctionDeclaration(found) || ts.isVariableDeclaration(found));
    return isCode ? found : undefined;
  }

  return (file) => {
    const codes = new Set<string>();
    const seen = new Set<ts.Node>();
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node)) return;
      const isMade =
        ts.isCallExpression(node) && ts.isIdentifier(node.expression) && MAKERS.has(node.expression.text);
      if (isMade || (ts.isNewExpression(node) && node.expression.getText() === "AppError"))
        for (const code of literalsOf(node.arguments?.[0])) codes.add(code);
      else if (ts.isIdentifier(node)) look(declarationOf(node));
      if (!isMade) ts.forEachChild(node, visit);
      else node.arguments.forEach(visit);
    };
    const look = (node: ts.Node | undefined): void => {
      if (node === undefined || seen.has(node)) return;
      seen.add(node);
      visit(node);
    };
    look(program.getSourceFile(path.join(ROOT, file)));
    return codes;
  };
}
