export default ({ data }) => data.head.title
