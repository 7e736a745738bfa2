"""Programs as clingo's text, for names that clingo can spell."""

from __future__ import annotations

from rspc.compiler.ir import nodes as ir

INFIX = {"mod": "\\", "+": "+", "-": "-", "*": "*", "/": "/", "**": "**"}
COMPARE = {"==": "=", "!=": "!="}


def printed(theory: ir.Theory) -> str:
    return "\n".join(statement(each.statement) for each in theory.statements)


def statement(node: ir.Statement) -> str:
    match node:
        case ir.Fact(literal=ir.Literal() as literal):
            return f"{part(literal)}."
        case ir.Rule(body=body, head=head):
            return f"{_head(head)} :- {', '.join(map(part, body))}."
        case ir.Optimise(direction=direction, elements=elements):
            return f"#{direction} {{ {'; '.join(map(_weighed, elements))} }}."
    raise AssertionError(node)


def part(node: ir.Node) -> str:
    match node:
        case ir.Literal(atom=atom, negative=negative, default=default):
            arguments = f"({','.join(map(term, atom.arguments))})" if atom.arguments else ""
            return f"{'not ' * default}{'-' * bool(negative)}{atom.predicate}{arguments}"
        case ir.Comparison(operator=operator, left=left, right=right):
            return f"{term(left)} {COMPARE.get(operator, operator)} {term(right)}"
        case ir.Not(part=inner):
            return f"not {part(inner)}"
        case ir.Truth(value=value):
            return "#true" if value else "#false"
    raise AssertionError(node)


def term(node: ir.Node) -> str:
    match node:
        case ir.Var(name=name) | ir.Const(name=name):
            return name
        case ir.String(text=text):
            return f'"{text}"'
        case ir.Quantity(amount=amount):
            return f"({amount})" if amount < 0 else str(amount)
        case ir.Function(name=name, arguments=arguments):
            return f"{name}({','.join(map(term, arguments))})"
        case ir.Tuple(items=items):
            return f"({','.join(map(term, items))}{',' * (len(items) == 1)})"
        case ir.Interval(low=low, high=high):
            return f"({term(low)}..{term(high)})"
        case ir.Operation(operator="neg", operands=(operand,)):
            return f"(-{term(operand)})"
        case ir.Operation(operator=operator, operands=(left, right)):
            return f"({term(left)}{INFIX[operator]}{term(right)})"
        case ir.AggregateTerm(function=function, elements=elements):
            return f"#{function} {{ {'; '.join(map(_element, elements))} }}"
    raise AssertionError(node)


def _head(head: ir.Head) -> str:
    match head:
        case ir.Truth():
            return ""
        case ir.Or(parts=parts):
            return " | ".join(map(part, parts))
        case ir.Choice(elements=elements, lower=lower, upper=upper):
            low = "" if lower is None else term(lower)
            high = "" if upper is None else term(upper)
            return f"{low} {{ {'; '.join(map(_chosen, elements))} }} {high}"
    return part(head)


def _chosen(element: ir.Element) -> str:
    return f"{part(element.terms[0])} : {', '.join(map(part, element.condition))}"


def _element(element: ir.Element) -> str:
    condition = ", ".join(map(part, element.condition))
    return f"{','.join(map(term, element.terms))} : {condition}"  # type: ignore[arg-type]


def _weighed(element: ir.Element) -> str:
    weight, *others = map(term, element.terms)  # type: ignore[arg-type]
    priority = "" if element.priority is None else f"@{term(element.priority)}"
    return f"{','.join((weight + priority, *others))} : {', '.join(map(part, element.condition))}"
