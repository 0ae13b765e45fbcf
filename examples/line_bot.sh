#!/bin/sh
# A program that plays any game, asked line by line: always the first legal action, by its number.
#
#     parlour arena golf --players "program:sh examples/line_bot.sh" random --games 20

while IFS= read -r line; do
	case $line in
	'{"t":"hello"'*)
		echo '{"t": "ready", "protocol": 1, "name": "line bot in sh"}'
		;;
	'{"t":"choose"'*)
		id=${line#*\"id\":}
		actions=${line##*\"actions\":[}
		echo "{\"t\": \"move\", \"id\": ${id%%,*}, \"move\": ${actions%%[],]*}}"
		;;
	'{"t":"quit"'*)
		exit
		;;
	esac
done
